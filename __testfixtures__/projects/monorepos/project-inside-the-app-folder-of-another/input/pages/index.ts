import '../app/pages/index'
