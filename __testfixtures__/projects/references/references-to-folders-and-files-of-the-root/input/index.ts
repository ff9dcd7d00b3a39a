import './components'
import './components/index.js'
