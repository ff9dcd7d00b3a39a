export default 2
