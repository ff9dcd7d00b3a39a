import '../site/pages/index'
