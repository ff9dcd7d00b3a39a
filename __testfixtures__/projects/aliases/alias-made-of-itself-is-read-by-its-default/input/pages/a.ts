import '@/b'
