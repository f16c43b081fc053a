/* A guest that shows whether an accelerator runs instructions at the speed of a machine. It needs no disk, no BIOS and no driver: QEMU starts it
 * by its PVH note in 32-bit mode. It works through tables of its own in 64-bit mode, so that an accelerator which emulates such code
 * step by step is told by its time, and ends QEMU through the debug-exit device with status 2 * 16 + 1 = 33.
 *
 * Made with: as --32 -o probe.o probe.S && ld -m elf_i386 -e entry -Ttext=0x100000 -N -s -o probe.elf probe.o
 */
        ROUNDS = 64
        STEPS  = 300000

        .section .note.pvh, "a", @note
        .align 4
        .long 4, 4, 18                  /* name size, description size, XEN_ELFNOTE_PHYS32_ENTRY */
        .asciz "Xen"
        .long entry

        .text
        .code32
        .globl entry
entry:
        cli
        movl $stack_end, %esp
        /* One page of 1 GiB would do, but not every processor model has such pages: 512 of 2 MiB. */
        movl $level3 + 3, level4
        movl $level2 + 3, level3
        xorl %ecx, %ecx
fill:   movl %ecx, %eax
        shll $21, %eax
        orl $0x83, %eax                 /* present, writable, large */
        movl %eax, level2(,%ecx,8)
        incl %ecx
        cmpl $512, %ecx
        jne fill

        movl %cr4, %eax
        orl $1 << 5, %eax               /* PAE */
        movl %eax, %cr4
        movl $level4, %eax
        movl %eax, %cr3
        movl $0xc0000080, %ecx          /* EFER */
        rdmsr
        orl $1 << 8, %eax               /* LME */
        wrmsr
        movl %cr0, %eax
        orl $0x80000001, %eax           /* paging, protection */
        movl %eax, %cr0
        lgdt table
        ljmp $8, $wide

        .code64
wide:
        movl $ROUNDS, %esi
round:  movl $STEPS, %edi
step:   subl $1, %edi
        jnz step
        movq %cr3, %rax                 /* what a host has to look into: the tables anew, and an instruction that it answers itself */
        movq %rax, %cr3
        xorl %eax, %eax
        cpuid
        subl $1, %esi
        jnz round
        movl $16, %eax
        outl %eax, $0xf4
halt:   hlt
        jmp halt

        .align 8
segments:
        .quad 0
        .quad 0x00af9a000000ffff        /* code, 64 bits */
table:  .word table - segments - 1
        .long segments

        .bss
        .align 4096
level4: .skip 4096
level3: .skip 4096
level2: .skip 4096
        .skip 1024
stack_end:
