export default (options: { index: string }) => options.index
