export default () => 'root'
