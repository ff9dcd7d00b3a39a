import '~/lib/ui/button'
import '~~/lib/api'
