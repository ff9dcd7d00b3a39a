import '../app/lib/ui/button'
