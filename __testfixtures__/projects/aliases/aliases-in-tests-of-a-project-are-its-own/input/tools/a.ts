import '~/server/load'
import '../web/utils/sum'
