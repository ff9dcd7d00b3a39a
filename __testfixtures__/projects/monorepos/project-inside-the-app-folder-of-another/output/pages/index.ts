import '../app/app/pages/index'
