import '../../../pages/index'
