import '../pages/index'
