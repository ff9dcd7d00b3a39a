import '../../../shared/types'
