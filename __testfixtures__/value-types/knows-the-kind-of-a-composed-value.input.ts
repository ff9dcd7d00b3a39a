const port = '30' + '00'

export default {
  devServer: { port },
  ssr: `${mode}`,
} satisfies FwConfig
