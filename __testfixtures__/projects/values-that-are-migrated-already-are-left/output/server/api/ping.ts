export default () => 'pong'
