import C from '@/components/C.vue'

export default C
