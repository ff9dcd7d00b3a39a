import '../utils/sum'
