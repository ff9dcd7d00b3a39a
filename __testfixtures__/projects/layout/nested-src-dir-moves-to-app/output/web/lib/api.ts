import '../../app/pages/index'
