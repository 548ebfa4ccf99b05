// Runs the compiled update, chunk by chunk. What a chunk writes is written at the end of its program, after all guards:
// where a flake would do what the program cannot, or would raise, the chunk is as it was, and `update` is called for its
// flakes instead.

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

// A chunk that was given up is tried again in parts of this many, as few of its flakes are to blame.
enum { PART = 16 };

// Working the uniforms out anew after each part that is called may cost more than the calls. As many times are free, and
// one for as many flakes that the program could update.
enum { FREE_REFRESHES = 64, FLAKES_A_REFRESH = 64 };

static atomic_bool wide_is_refused;

void clua_kernel_allow_wide(bool allow) { atomic_store_explicit(&wide_is_refused, !allow, memory_order_relaxed); }

static bool is_wide(void) {
    static atomic_int known;  // 1 no, 2 yes
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        answer = clua_has_wide_lanes() ? 2 : 1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 2 && !atomic_load_explicit(&wide_is_refused, memory_order_relaxed);
}

bool clua_kernel_install(CLuaVM *vm, const CLuaLaneOperation *operations, size_t count, int registers) {
    Kernel *kernel = vm->kernel;
    if (!kernel || registers > CLUA_MAX_REGISTERS) return false;
    CLuaLaneOperation *copy = malloc((count ? count : 1) * sizeof *copy);
    void *memory = aligned_alloc(REGISTER_ALIGNMENT, (size_t)registers * REGISTER_BYTES);
    if (!copy || !memory) {
        free(copy);
        free(memory);
        return false;
    }
    memcpy(copy, operations, count * sizeof *copy);
    memset(memory, 0, (size_t)registers * REGISTER_BYTES);
    free(kernel->operations);
    free(kernel->registers);
    kernel->operations = copy;
    kernel->operation_count = count;
    kernel->registers = memory;
    kernel->register_0_is_full = false;
    kernel->installed = true;
    kernel->fits = true;
    kernel->misfit = -1;
    return true;
}

bool clua_kernel_fits(const CLuaVM *vm) { return !vm->kernel || !vm->kernel->installed || vm->kernel->fits; }

int32_t clua_kernel_misfit(const CLuaVM *vm, CLuaUniformType *type) {
    if (!vm->kernel) return -1;
    *type = vm->kernel->misfit_type;
    return vm->kernel->misfit;
}

const void *clua_update_identity(const CLuaVM *vm) { return vm->update_identity; }

CLuaKernelCounts clua_kernel_counts(const CLuaVM *vm) {
    return vm->kernel ? vm->kernel->counts : (CLuaKernelCounts){0};
}

// A pass over the flakes.
typedef struct Pass {
    lua_State *L;
    CLuaVM *vm;
    Kernel *kernel;
    LaneFrame frame;
    LaneRunner *run;
    double dt;
    int function, handles;
    uint32_t last;  // the last flake that was there when the pass began
    bool broken;    // the rest is called: the uniforms fit no more, or too many chunks were given up
    uint64_t compiled, refreshes;
} Pass;

static void take_numbers(Kernel *kernel) {
    for (size_t i = 0; i < kernel->operation_count; i++) {
        CLuaLaneOperation *operation = &kernel->operations[i];
        if (operation->uniform >= 0) operation->k = kernel->answers[operation->uniform].number;
        if (operation->second >= 0) operation->k2 = kernel->answers[operation->second].number;
    }
}

static bool refresh(Pass *pass) {
    Kernel *kernel = pass->kernel;
    kernel->misfit = -1;
    kernel->fits = lua_topointer(pass->L, pass->function) == kernel->closures[0] &&
                   clua_refresh_uniforms(pass->L, pass->vm, kernel);
    if (kernel->fits) take_numbers(kernel);
    pass->frame.rows = kernel->rows;
    return kernel->fits;
}

static bool are_all_alive(const uint8_t *state, int count) {
    uint64_t differences = 0, word;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        memcpy(&word, state + i, sizeof word);
        differences |= word ^ 0x0101010101010101;
    }
    for (; i < count; i++) differences |= state[i] ^ 1;
    return !differences;
}

// Fills register 0; answers how many flakes there are.
static int find_flakes(Pass *pass, uint32_t start, int count) {
    const CLuaVM *vm = pass->vm;
    Kernel *kernel = pass->kernel;
    LaneFrame *frame = &pass->frame;
    frame->start = start;
    frame->count = count;
    // Only what was called can have brought newcomers.
    bool newcomers = vm->scene.last_birth != pass->last;
    frame->all_live = !newcomers && are_all_alive(vm->columns.state + start, count);
    if (frame->all_live && count == CLUA_LANES && kernel->register_0_is_full) return count;
    int64_t *mask = kernel->registers;
    int alive = 0;
    for (int lane = 0; lane < count; lane++) {
        bool counts = vm->columns.state[start + (uint32_t)lane] == 1 &&
                      (!newcomers || vm->columns.birth_number[start + (uint32_t)lane] <= pass->last);
        mask[lane] = -(int64_t)counts;
        alive += counts;
    }
    memset(mask + count, 0, (size_t)(CLUA_LANES - count) * sizeof *mask);
    kernel->register_0_is_full = alive == CLUA_LANES;
    return alive;
}

static void remove_flakes(Pass *pass) {
    CLuaVM *vm = pass->vm;
    const LaneFrame *frame = &pass->frame;
    const int64_t *removed = (const int64_t *)(frame->registers + (size_t)frame->removed * REGISTER_BYTES);
    for (int lane = 0; lane < frame->count; lane++) {
        if (!removed[lane]) continue;
        uint32_t slot = frame->start + (uint32_t)lane;
        Handle handle = {slot, vm->columns.generation[slot]};
        clua_guard(vm);
        vm->host.remove(vm->host.scene_context, handle_value(&handle));
        clua_unguard(vm);
    }
}

static void call_for(Pass *pass, uint32_t start, uint32_t end) {
    pass->kernel->counts.called += clua_call_updates(
        pass->L, pass->vm, pass->dt, pass->function, pass->handles, start, end, pass->last);
}

static void update_chunk(Pass *pass, uint32_t start, int count) {
    Kernel *kernel = pass->kernel;
    LaneFrame *frame = &pass->frame;
    int alive = find_flakes(pass, start, count);
    if (!alive) return;
    frame->removed = -1;
    // Noise is a callback of the host, and no chunk takes long.
    clua_guard(pass->vm);
    bool done = pass->run(kernel->operations, kernel->operation_count, frame);
    clua_unguard(pass->vm);
    if (done) {
        pass->compiled += (uint64_t)alive;
        kernel->counts.compiled += (uint64_t)alive;
        if (frame->removed >= 0) remove_flakes(pass);
        return;
    }
    if (count > PART) {
        for (int part = 0; part < count; part += PART) {
            int left = count - part, length = left < PART ? left : PART;
            if (pass->broken)
                call_for(pass, start + (uint32_t)part, start + (uint32_t)(part + length));
            else
                update_chunk(pass, start + (uint32_t)part, length);
        }
        return;
    }
    call_for(pass, start, start + (uint32_t)count);
    // Whatever that did, the others see.
    bool is_worthwhile = ++pass->refreshes <= FREE_REFRESHES + pass->compiled / FLAKES_A_REFRESH;
    pass->broken = !is_worthwhile || !refresh(pass);
}

bool clua_run_kernel(lua_State *L, CLuaVM *vm, double dt, int function, int handles, uint32_t last) {
    Kernel *kernel = vm->kernel;
    if (!kernel || !kernel->installed || vm->fuel) return false;
    Pass pass = {.L = L, .vm = vm, .kernel = kernel, .dt = dt, .function = function, .handles = handles, .last = last};
    kernel->dt = dt;
    if (!refresh(&pass)) return false;
    uint64_t seed = clua_mix(vm->scene.seed + 0x9E3779B97F4A7C15);
    pass.frame.registers = kernel->registers;
    pass.frame.fields = vm->columns.fields;
    pass.frame.aspect = vm->columns.aspect;
    pass.frame.color = vm->columns.color;
    pass.frame.birth_number = vm->columns.birth_number;
    pass.frame.random_base = clua_mix(seed ^ (uint64_t)vm->scene.frame * 0xD1B54A32D192ED03);
    pass.frame.scene_context = vm->host.scene_context;
    pass.frame.ground = vm->host.ground;
    for (const Pure *pure = vm->pures; pure; pure = pure->next)
        if (pure->known == CLUA_FUNCTION_NOISE) pass.frame.noise = pure->function;
    pass.run = is_wide() ? clua_run_lanes_wide : clua_run_lanes_portable;
    for (uint32_t start = 0; start < vm->scene.high_water; start += CLUA_LANES) {
        uint32_t left = vm->scene.high_water - start;
        int count = left < CLUA_LANES ? (int)left : CLUA_LANES;
#if !defined(__linux__)
        if (start / CLUA_LANES % 16 == 0) clua_look_at_clock(vm);
#endif
        // When the time is up the next call raises, at a line of the script.
        if (pass.broken || vm->expired)
            call_for(&pass, start, start + (uint32_t)count);
        else
            update_chunk(&pass, start, count);
    }
    return true;
}
