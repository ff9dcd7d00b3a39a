import '../../common/types'
