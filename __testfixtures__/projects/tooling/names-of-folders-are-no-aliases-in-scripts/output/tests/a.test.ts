import data from 'assets/data/x.json'
export default data
