export default () => 1
