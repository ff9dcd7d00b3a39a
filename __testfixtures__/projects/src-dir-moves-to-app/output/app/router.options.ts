import './pages/index'
