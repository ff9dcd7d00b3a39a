import '~/utils/sum'
