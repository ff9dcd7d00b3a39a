const generation = 4 as const

export default {
  ssr: false,
} satisfies FwConfig
