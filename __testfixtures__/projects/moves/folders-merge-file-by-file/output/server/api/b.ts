export default () => 'b'
