import '../../../common/types'
