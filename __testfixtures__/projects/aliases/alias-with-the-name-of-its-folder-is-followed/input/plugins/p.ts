import a from 'lib/a'
import C from 'components/C.vue'
import b from 'composables/b'
