import '../../pages/index'
