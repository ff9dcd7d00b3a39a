import '../../shared/types'
