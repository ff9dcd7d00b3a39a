import './app/components'
import './app/components/index.js'
