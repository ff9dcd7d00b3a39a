import '../../lib/api'
