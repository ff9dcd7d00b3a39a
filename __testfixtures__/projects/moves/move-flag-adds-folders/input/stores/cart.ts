import '~/lib/api'
