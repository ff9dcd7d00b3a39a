export default () => undefined
