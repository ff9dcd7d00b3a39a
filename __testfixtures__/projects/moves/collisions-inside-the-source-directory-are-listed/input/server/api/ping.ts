export default () => 'old'
