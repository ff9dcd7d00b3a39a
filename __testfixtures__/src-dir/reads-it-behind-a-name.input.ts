const source = 'src'

export default {
  srcDir: source,
  ssr: true,
} satisfies FwConfig
