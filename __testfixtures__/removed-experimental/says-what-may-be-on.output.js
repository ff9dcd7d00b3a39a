export default {
  experimental: {
    payloadExtraction: false
  }
}
