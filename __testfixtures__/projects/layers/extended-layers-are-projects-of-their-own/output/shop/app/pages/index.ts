import '../../../base/src/utils/sum'
import '../../../base/theme/app/components/A.vue'
