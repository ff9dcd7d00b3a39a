export default () => {}
