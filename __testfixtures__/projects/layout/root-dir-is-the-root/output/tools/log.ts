import '../site/app/pages/index'
