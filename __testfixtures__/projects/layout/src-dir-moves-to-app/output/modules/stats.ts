import '../app/utils/sum'
