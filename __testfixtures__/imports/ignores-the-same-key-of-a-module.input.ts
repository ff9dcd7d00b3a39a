export default defineFwConfig({
  pinia: { imports: { dirs: ['./stores'] } },
  serverEngine: { imports: { dirs: ['./server/utils'] } },
})
