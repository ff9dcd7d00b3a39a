const source = 'src'

export default {
  ssr: true,
} satisfies FwConfig
