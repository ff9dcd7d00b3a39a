export default {
  experimental: {
    relativeWatchPaths: !!process.env.RELATIVE,
    payloadExtraction: false
  }
}
