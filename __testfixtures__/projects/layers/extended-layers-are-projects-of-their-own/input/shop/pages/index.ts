import '../../base/src/utils/sum'
import '../../base/theme/components/A.vue'
