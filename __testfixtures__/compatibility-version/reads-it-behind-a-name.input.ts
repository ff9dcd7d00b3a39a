const generation = 4 as const

export default {
  future: { compatibilityVersion: generation },
  ssr: false,
} satisfies FwConfig
