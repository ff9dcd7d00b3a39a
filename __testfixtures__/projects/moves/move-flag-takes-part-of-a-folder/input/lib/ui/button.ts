import '../api'
