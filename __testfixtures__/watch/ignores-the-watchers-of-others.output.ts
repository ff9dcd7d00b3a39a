export default defineFwConfig({
  watchers: { rewatchOnRawEvents: ['content'] },
  tailwind: { watch: ['content'] },
})
