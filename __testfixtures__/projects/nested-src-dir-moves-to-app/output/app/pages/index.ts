import '../../web/lib/api'
