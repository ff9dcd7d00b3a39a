import '../../../lib/api'
