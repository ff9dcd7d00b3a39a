import './ui/button'
