export default () => 'ok'
