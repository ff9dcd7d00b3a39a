import '~~/lib/api'
