export default () => 'source'
