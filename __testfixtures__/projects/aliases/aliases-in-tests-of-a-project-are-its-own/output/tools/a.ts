import '~/server/load'
import '../web/app/utils/sum'
